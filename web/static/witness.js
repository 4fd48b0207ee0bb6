// This phone as a witness: what it keeps of the record, whether the record still continues it, and a friend's too.

import { h } from "./dom.js";
import { boot, redraw, t, toast } from "./base.js";
import { menu, run } from "./chrome.js";
import { befriend, forget, isBad, judge, keep, kept, present } from "./keeping.js";
import { fingerprint } from "./proofs.js";

let found = null;
let friends = [];
let pasted = "";

const date = (ms) => new Date(ms).toLocaleString(boot.lang, { dateStyle: "medium", timeStyle: "short" });
const packed = (note) => btoa(String.fromCharCode(...new TextEncoder().encode(note))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function unpacked(data) {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)));
  } catch {
    return "";
  }
}

async function load() {
  const handed = /^#c=([\w-]+)$/.exec(location.hash);
  if (handed) {
    befriend(unpacked(handed[1]));
    history.replaceState(null, "", location.pathname);
  }
  found = await keep();
  redraw();
  await judgeFriends();
}

async function judgeFriends() {
  const now = await present();
  friends = await Promise.all(kept().friends.map(async (friend) => ({ ...friend, verdict: await judge(friend, now) })));
  redraw();
}

function page() {
  const mine = found?.now && kept().own.find((item) => item.key === found.now.line);
  return h("div", { class: "historypage witnesspage" },
    h("header", { class: "who" }, h("a", { class: "button icon", href: "/", "aria-label": t("Back to the game") }, "←"), h("b", null, t("Witness")), h("span", { class: "right" }), menu()),
    found ? verdict() : h("p", { class: "card", role: "status" }, t("Checking …")),
    found && !found.stored && h("p", { class: "card ask" }, t("This browser keeps nothing (a private window?). Copy the checkpoint into a note instead.")),
    found?.now?.key && h("section", { class: "card", key: "key" }, h("h2", null, t("The table's key")), h("p", { class: "code" }, fingerprint(found.now.key)), h("p", { class: "soft" }, t("It must be the same on every phone and every evening. Compare it when you are given a record to check."))),
    mine && handOver(mine),
    theirs(),
    others(),
    found?.now?.said && h("section", { class: "card", key: "take" }, h("h2", null, t("Take the record home")), h("p", { class: "soft" }, t("One file with every entry, photograph and proof of this game; anybody can check it without this table.")),
      h("a", { class: "button wide", href: "/record.zip", download: true, "data-act": "record" }, t("Download"))),
    how());
}

function verdict() {
  const { state, size, now, was } = found.verdict;
  const seen = found.item ? { n: size, now, when: date(found.item.at) } : { now };
  const said = {
    good: [t("The record is whole"), t("On {when} this phone saw a record of {n} entries. Today's record has {now} and begins with exactly those: this phone checked the signature and the proof by itself.", seen)],
    first: [t("This phone is a witness from now on"), t("It keeps a short proof of all {now} entries up to now: rolls, moves and corrections. Come back at any time and this page says whether one of them was changed.", seen)],
    rewritten: [t("The record was changed!"), t("On {when} this phone saw a record of {n} entries. Today's record does not begin with those: somebody who has the key wrote it anew. Keep this phone's checkpoint, it is the proof.", seen)],
    shorter: [t("Entries were removed!"), t("On {when} this phone saw a record of {n} entries; today's record has only {now}. Keep this phone's checkpoint, it is the proof.", seen)],
    unsigned: [t("This record is not signed"), t("The table shows a checkpoint that its own key did not sign. Do not trust it; ask the host to check the record.")],
    away: [t("The table does not answer"), t("Nothing could be checked. What this phone keeps stays kept; try again in a moment.")],
  }[state] || [t("This checkpoint is not of this table"), ""];
  const [title, text] = state === "first" && !now ? [t("There is nothing to witness yet"), t("As soon as a game begins, this phone can keep a proof of it.")] : said;
  return h("section", { class: `card verdict ${isBad(state) ? "bad" : state === "good" ? "good" : ""}`, key: "verdict", role: isBad(state) ? "alert" : "status", "data-state": state },
    h("h1", null, title), h("p", null, text),
    was && h("p", { class: "ask" }, t("But on {when} this phone found it changed. Ask what happened.", { when: date(was) })));
}

/** The checkpoint of this phone, to hand to a friend or to put away. */
function handOver(mine) {
  const code = packed(mine.note);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(mine.note);
    } catch { // only encrypted pages may use the clipboard; the old way still works
      const box = document.getElementById("note");
      box.select();
      document.execCommand("copy");
    }
    toast(t("Copied."));
  };
  const save = () => {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([mine.note], { type: "text/plain" })), download: "checkpoint.txt" });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return h("section", { class: "card", key: "hand" }, h("h2", null, t("What this phone keeps")),
    h("p", { class: "soft" }, t("Let a friend scan the square: then their phone keeps it too. Or copy the text into a message to yourself: away from this table nobody can reach it.")),
    h("img", { class: "qr", src: `/witness/qr.svg?c=${code}`, alt: t("QR code of this phone's checkpoint") }),
    h("textarea", { id: "note", class: "note", readonly: true, rows: 8, "aria-label": t("The checkpoint"), value: mine.note }),
    h("div", { class: "btns" }, h("button", { onclick: copy, "data-act": "copy" }, t("Copy")),
      navigator.share && h("button", { onclick: () => navigator.share({ text: mine.note }).catch(() => null) }, t("Share")),
      h("button", { onclick: save, "data-act": "save" }, t("Save as a file"))));
}

function friendLine({ note, at, verdict: { state, size, now } }) {
  const fill = { n: size, now };
  const text = {
    good: t("Agrees: the record of {now} entries begins with the {n} that your friend saw.", fill),
    rewritten: t("Does not agree: the record no longer begins with the {n} entries that your friend saw. It was written anew.", fill),
    shorter: t("Does not agree: your friend saw {n} entries, the record has only {now}. Entries were removed.", fill),
    forged: t("Not signed by this table: it was copied wrongly, or made up."),
    other: t("Of another table, or of a record that this table no longer has."),
    unsigned: t("The table shows a checkpoint that its own key did not sign. Do not trust it; ask the host to check the record."),
    garbled: t("This is no checkpoint; copy all of it, with the last line that begins with “—”."),
    away: t("Nothing could be checked. What this phone keeps stays kept; try again in a moment."),
  }[state];
  return h("li", { key: note, class: isBad(state) || state === "forged" ? "bad" : state === "good" ? "good" : "", "data-state": state },
    h("div", null, h("b", null, text), h("span", { class: "soft" }, date(at))),
    h("button", { class: "small", onclick: () => { forget(note); judgeFriends(); } }, t("Forget")));
}

function theirs() {
  return h("section", { class: "card form", key: "friends" }, h("h2", null, t("What a friend saw")),
    h("p", { class: "soft" }, t("Scan the square on a friend's phone, or paste the text they kept.")),
    friends.length > 0 && h("ul", { class: "people friends" }, friends.map(friendLine)),
    h("textarea", { class: "note", rows: 5, value: pasted, placeholder: "table-companion.local/…", "aria-label": t("A friend's checkpoint"), "data-act": "paste", oninput: (e) => { pasted = e.target.value; redraw(); } }),
    h("button", { class: "go wide", disabled: !pasted.trim(), "data-act": "check", onclick: () => { befriend(pasted); pasted = ""; judgeFriends(); } }, t("Check it")));
}

/** Checkpoints of other keys that were seen at this address. */
function others() {
  const strange = kept().own.filter((item) => found?.now && item.key !== found.now.line);
  return strange.length > 0 && h("section", { class: "card ask", key: "others" }, h("h2", null, t("Another key was here")),
    h("p", null, t("At this address this phone has also seen a record with another key. Either that was another table, or somebody began a new record to hide the old one. Ask.")),
    h("ul", null, strange.map((item) => h("li", { key: item.key }, `${item.key.split("+")[0]} · ${date(item.at)}`))));
}

function how() {
  return h("details", { class: "card", key: "how" }, h("summary", null, t("What this proves, and what it does not")),
    h("p", null, t("Every roll, move and correction is an entry. A checkpoint is a fingerprint of all entries so far, signed by the table. Whoever changes, removes or slips in a single entry later gets another fingerprint, and no proof.")),
    h("p", null, t("Every phone that has the panel open keeps the newest checkpoint by itself. This page came from the table, though: whoever distrusts even the host copies the text away from here, and checks an exported record on a computer of their own:")),
    h("p", null, h("code", null, "companion audit verify RECORD.zip --checkpoint checkpoint.txt")));
}

load();
run(page);
