"use strict";
// The tables of what fields and statuses mean, fieldNotes and statusNotes, are made of MeaningTable.swift by generate.py.
const statusClasses = ["", "interim, the final response follows", "success", "redirection: more to do", "the client's fault",
  "the server's fault"];
const phaseNotes = {
  waiting: "Waiting for a connection", resolving: "Resolving the name", connecting: "Connecting (TCP)",
  tunnelling: "Going through the proxy", securing: "TLS handshake", sending: "Sending the request",
  awaiting: "Waiting for the first byte", receiving: "Receiving",
};
function clause(rfc, section) {
  return rfc ? { text: `RFC ${rfc} §${section}`, link: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}` } : null;
}
