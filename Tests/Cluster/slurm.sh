#!/usr/bin/env bash
# A list of 10,000 files fetched by a Slurm array of 8 tasks, for real: slurmctld and slurmd of this machine, nginx as the
# server. Two tasks are killed in the middle and the array is run again: each file is there once, its digest is right, and
# the server was asked again only for what was under way or on its way to the disk when the tasks died.
#
# Usage: Tests/Cluster/slurm.sh PROGRAM [FILES] [TASKS]       needs root: slurmd starts the tasks
set -euo pipefail
program=$(realpath "$1") files=${2:-10000} tasks=${3:-8}
parallel=4 together=32   # transfers, and files that -Z gets to the disk at once
folder=$(mktemp -d /tmp/sockeye-slurm.XXXXXX)
say() { echo "slurm: $*"; }
fail() { say "$*" >&2; tail -n 20 "$folder"/*.log "$folder"/task.* 2>/dev/null >&2 || true; exit 1; }

daemons=()
finish() {
    [ -z "${job:-}" ] || scancel "$job" 2>/dev/null || true
    for daemon in "${daemons[@]}"; do kill "$daemon" 2>/dev/null || true; done
    wait 2>/dev/null || true
    [ -n "${KEEP:-}" ] || rm -rf "$folder"
}
trap finish EXIT
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

# --- the files and their server ---------------------------------------------------------------------------------------
port=$(free_port)
mkdir "$folder/www" "$folder/out"
chmod 755 "$folder"
python3 - "$folder" "$files" "$port" <<'PYTHON'
import hashlib, os, random, sys
folder, files, port = sys.argv[1], int(sys.argv[2]), sys.argv[3]
random.seed(1)
with open(f"{folder}/list", "w") as lines, open(f"{folder}/sums", "w") as sums:
    for number in range(files):
        name = f"{number % 100:02}/file-{number}.bin"
        os.makedirs(f"{folder}/www/{number % 100:02}", exist_ok=True)
        data = random.randbytes(random.randrange(200, 20_000))
        with open(f"{folder}/www/{name}", "wb") as file:
            file.write(data)
        digest = hashlib.sha256(data).hexdigest()
        lines.write(f"http://127.0.0.1:{port}/{name}\n  dir=out\n")
        sums.write(f"{digest}  {os.path.basename(name)}\n")
PYTHON
cat >"$folder/nginx.conf" <<CONF
daemon off; worker_processes 1; pid $folder/nginx.pid; error_log $folder/nginx.log;
events { worker_connections 1024; }
http {
    log_format short '\$status \$request_method \$uri \$body_bytes_sent';
    access_log $folder/access.log short;
    client_body_temp_path $folder/t1; proxy_temp_path $folder/t2; fastcgi_temp_path $folder/t3;
    uwsgi_temp_path $folder/t4; scgi_temp_path $folder/t5;
    server { listen 127.0.0.1:$port; root $folder/www; keepalive_requests 100000; }
}
CONF
[ "$(id -u)" != 0 ] || sed -i '1i user root;' "$folder/nginx.conf"
nginx -c "$folder/nginx.conf" & daemons+=($!)

# --- a Slurm apart: nothing of an installed one is touched ------------------------------------------------------------
head -c 1024 /dev/urandom >"$folder/munge.key"
chmod 700 "$folder/munge.key"; chmod 400 "$folder/munge.key"
chown munge: "$folder/munge.key" 2>/dev/null || true
mkdir "$folder/munge" "$folder/state" "$folder/spool"
chown munge: "$folder/munge" 2>/dev/null || true
runuser -u munge -- /usr/sbin/munged --foreground --force --key-file="$folder/munge.key" \
    --socket="$folder/munge/socket" --pid-file="$folder/munge/pid" --seed-file="$folder/munge/seed" \
    --log-file="$folder/munge/log" >"$folder/munged.log" 2>&1 & daemons+=($!)
host=$(hostname -s)
cat >"$folder/slurm.conf" <<CONF
ClusterName=sockeye
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
CryptoType=crypto/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
ReturnToService=2
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
NodeName=$host NodeAddr=127.0.0.1 CPUs=$tasks RealMemory=100 State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=60 State=UP OverSubscribe=NO
CONF
# More CPUs than there are, so that the tasks run at once.
sed -i "1i SlurmdParameters=config_overrides" "$folder/slurm.conf"
export SLURM_CONF=$folder/slurm.conf
for _ in $(seq 100); do [ -S "$folder/munge/socket" ] && break; sleep 0.1; done
[ -S "$folder/munge/socket" ] || fail "munged did not start"
slurmctld -D >"$folder/slurmctld.out" 2>&1 & daemons+=($!)
slurmd -D >"$folder/slurmd.out" 2>&1 & daemons+=($!)
for _ in $(seq 300); do
    [ "$(sinfo -h -o %T 2>/dev/null)" = idle ] && break
    sleep 0.2
done
[ "$(sinfo -h -o %T)" = idle ] || fail "the node did not come up: $(sinfo -h -o %T)"
say "$(sinfo --version), one node with $tasks CPUs is up"

# --- the array ---------------------------------------------------------------------------------------------------------
cat >"$folder/array.sh" <<SCRIPT
#!/bin/sh
cd "$folder"
# Slow enough to be killed in the middle.
exec "$program" -fsS -Z --parallel-max $parallel \$RATE --input-file list --shard auto
SCRIPT
submit() { sbatch --parsable --chdir="$folder" --output="$folder/task.%A_%a" --array="$1" --export=ALL,RATE="$2" "$folder/array.sh"; }
wait_for() {
    for _ in $(seq 1200); do
        [ -z "$(squeue -h -j "$1" 2>/dev/null)" ] && return 0
        sleep 0.2
    done
    fail "the array did not end: $(squeue)"
}
status() { (cd "$folder" && "$program" --list-status list "$@"); }
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)[sys.argv[1]])' "$1"; }

# Ids need not begin at 0.
first=3 last=$((3 + tasks - 1))
job=$(submit "$first-$last" "--limit-rate 300k")
# Two of them die after some hundred files: SIGKILL, of which no process learns.
killed=("$((first + 1))" "$((first + 4))")
for id in "${killed[@]}"; do
    journal=$folder/list.sockeye/$((id - first))-of-$tasks.1.journal
    for _ in $(seq 600); do
        [ -f "$journal" ] && [ "$(wc -l <"$journal")" -ge $((files / tasks / 10)) ] && break
        sleep 0.1
    done
    pid=$(sed -n 's/^process //p' "$folder/list.sockeye/$((id - first))-of-$tasks.1.lease")
    kill -KILL "$pid" || fail "task $id had ended before it was killed"
done
say "array $job of tasks $first to $last: ${killed[*]} killed"
wait_for "$job"
done_before=$(status --progress json | field done)
[ "$done_before" -lt "$files" ] || fail "nothing was left to do"
say "$done_before of $files files done when the array had ended"
status | sed 's/^/slurm:   /'

job=$(submit "$first-$last" "")
wait_for "$job"
job=
status | sed 's/^/slurm:   /'
[ "$(status --progress json | field done)" = "$files" ] || fail "not all files are done"

# --- the result --------------------------------------------------------------------------------------------------------
[ "$(find "$folder/out" -type f | wc -l)" = "$files" ] || fail "there are $(find "$folder/out" -type f | wc -l) files"
(cd "$folder/out" && sha256sum --quiet --strict -c ../sums) || fail "wrong digests"
python3 - "$folder/access.log" "$files" $((2 * (parallel + together))) <<'PYTHON' || fail "the server was asked too often"
import collections, sys
path, files, under_way = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
asked = collections.Counter(line.split()[2] for line in open(path))
again = {name: count for name, count in asked.items() if count > 1}
print(f"slurm: the server was asked {sum(asked.values())} times for {len(asked)} files; {len(again)} of them more than once")
sys.exit(len(asked) != files or sum(again.values()) - len(again) > under_way)
PYTHON
say "each of $files files once, all digests right"
