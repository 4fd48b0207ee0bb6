// What this phone keeps of the record, and whether today's record still continues it. Every open page does this now
// and then by itself: so every phone at the table is a witness, and nobody has to think of it.

import { get, t, toast } from "./base.js";
import { continues, openNote, parseKey, parseNote } from "./proofs.js";

const PLACE = "table.witness";
const EVERY_MS = 600000;
const MOST_FRIENDS = 20;

/** Everything kept: {own: [{key, note, at, bad}], friends: [{note, at}]}. */
export function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(PLACE)) || {};
    return { own: found.own || [], friends: found.friends || [] };
  } catch {
    return { own: [], friends: [] };
  }
}

/** Whether it could be written down; a private window keeps nothing. */
function store(all) {
  try {
    localStorage.setItem(PLACE, JSON.stringify(all));
    return true;
  } catch {
    return false;
  }
}

/** What stands signed now: {note, line, key, said}; note is "" before the first game; null if the table does not answer. */
export async function present() {
  const answer = await get("/api/checkpoint");
  const key = answer && parseKey(answer.key);
  return answer && { note: answer.note, line: answer.key, key, said: key && openNote(answer.note, key) };
}

/**
 * How a kept checkpoint stands to today's record: {state, size, now}. States: good; rewritten, shorter (what was seen is
 * no longer there); unsigned (the table shows a record it did not sign); forged (nobody signed what was kept);
 * other (another record); garbled; away (the table does not answer).
 */
export async function judge(item, now) {
  const said = parseNote(item.note);
  if (!said) return { state: "garbled" };
  const size = said.size;
  if (!now) return { state: "away", size };
  if (!now.note) return { state: "shorter", size, now: 0 };
  if (!now.said) return { state: "unsigned", size };
  if ((item.key && item.key !== now.line) || said.origin !== now.key.name) return { state: "other", size, now: now.said.size };
  if (!openNote(item.note, now.key)) return { state: "forged", size, now: now.said.size };
  if (size > now.said.size) return { state: "shorter", size, now: now.said.size };
  const answer = await get(`/api/continues?size=${size}`);
  if (!answer) return { state: "away", size };
  const newer = openNote(answer.note, now.key);
  const good = newer && newer.size >= now.said.size && continues(said, newer, answer.proof);
  return { state: good ? "good" : "rewritten", size, now: newer ? newer.size : now.said.size };
}

export const isBad = (state) => ["rewritten", "shorter", "unsigned"].includes(state);

/** Judge what this phone kept of this record, and keep the newest if it continues that: {verdict, item, stored}. */
export async function keep() {
  const now = await present();
  const all = kept();
  const at = now?.line ? all.own.findIndex((item) => item.key === now.line) : -1;
  const item = at >= 0 ? all.own[at] : null;
  const verdict = item ? await judge(item, now) : { state: now ? (now.said || !now.note ? "first" : "unsigned") : "away", now: now?.said?.size };
  if (verdict.state === "first" && now.said?.size > 0) all.own.push({ key: now.line, note: now.note, since: Date.now(), at: Date.now() });
  else if (verdict.state === "good" && !item.bad) all.own[at] = { ...item, note: now.note, at: Date.now() };
  else if (item && isBad(verdict.state)) all.own[at] = { ...item, bad: item.bad || Date.now() };
  return { verdict: item?.bad && verdict.state === "good" ? { ...verdict, was: item.bad } : verdict, item, now, stored: store(all) };
}

/** Keep what a friend's phone saw. */
export function befriend(note) {
  const all = kept();
  const tidy = `${note.replace(/\r/g, "").trim()}\n`;
  if (!all.friends.some((f) => f.note === tidy)) all.friends = [...all.friends, { note: tidy, at: Date.now() }].slice(-MOST_FRIENDS);
  store(all);
}

export function forget(note) {
  const all = kept();
  all.friends = all.friends.filter((f) => f.note !== note);
  store(all);
}

/** Keep now and again in the background, and say so if what was kept is no longer there. */
export async function follow() {
  if (!document.hidden) {
    const { verdict } = await keep();
    if (isBad(verdict.state)) toast(t("The record was changed after this phone saw it; open “Witness” in the menu."));
  }
  setTimeout(follow, EVERY_MS);
}
