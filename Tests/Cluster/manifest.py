#!/usr/bin/env python3
"""Checks Examples/Cluster/job.yaml against Kubernetes' JSON schema (kubernetes-validate), and what the schema can't know."""

import pathlib
import sys

import kubernetes_validate
import yaml

path = pathlib.Path(__file__).resolve().parent.parent.parent / "Examples/Cluster/job.yaml"
job = yaml.safe_load(path.read_text())
kubernetes_validate.validate(job, "1.30", strict=True)
spec = job["spec"]
assert spec["completionMode"] == "Indexed"
pod = spec["template"]["spec"]
# backoffLimitPerIndex needs it.
assert pod["restartPolicy"] == "Never"
(count,) = (variable["value"] for variable in pod["containers"][0]["env"] if variable["name"] == "JOB_COMPLETIONS")
assert count == str(spec["completions"]), "JOB_COMPLETIONS is not the number of completions"
# It must notice what is wrong.
job["spec"]["completions"] = "eight"
try:
    kubernetes_validate.validate(job, "1.30", strict=True)
except kubernetes_validate.ValidationError:
    print(f"manifest: {path.name} is a valid {job['apiVersion']} {job['kind']}")
else:
    sys.exit("manifest: the schema notices nothing")
