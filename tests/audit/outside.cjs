// Lets sigstore's verifier, which npm itself uses, judge our checkpoints and inclusion proofs.
// In: JSON with the folder of modules, the key, and cases {note, index, hashes, leaf}. Out: for each case what it said.

const { createPublicKey } = require("crypto");
const { readFileSync } = require("fs");

const { modules, name, id, der, cases } = JSON.parse(readFileSync(0, "utf8"));
const { verifyCheckpoint } = require(`${modules}/@sigstore/verify/dist/tlog/checkpoint.js`);
const { verifyMerkleInclusion } = require(`${modules}/@sigstore/verify/dist/tlog/merkle.js`);

const bytes = (text) => Buffer.from(text, "base64");
const log = { logID: bytes(id), baseURL: `https://${name}`, publicKey: createPublicKey({ key: bytes(der), format: "der", type: "spki" }) };

function judged({ note, index, hashes, leaf }) {
  const proof = { checkpoint: { envelope: note }, logIndex: String(index), hashes: hashes.map(bytes) };
  const entry = { inclusionProof: proof, canonicalizedBody: bytes(leaf) };
  try {
    const checkpoint = verifyCheckpoint(entry, [log]);
    verifyMerkleInclusion(entry, checkpoint);
    return `${checkpoint.origin} ${checkpoint.logSize} ${checkpoint.logHash.toString("base64")}`;
  } catch (error) {
    return error.message;
  }
}

console.log(JSON.stringify(cases.map(judged)));
