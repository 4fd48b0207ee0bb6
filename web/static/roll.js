// A roll typed in or corrected: every piece with its possible faces side by side.

import { h } from "./dom.js";
import { redraw, t } from "./base.js";
import { colorName, faceName, pieceIcon } from "./looks.js";

let draft = { key: "", faces: [] };

/** The rows of a picker: one for each argument that is a face. */
export function facePicker(rows, chosen, pick) {
  return h("div", { class: "faces" }, rows.map((row, i) =>
    h("div", { class: "facerow", role: "radiogroup", "aria-label": `${i + 1}. ${colorName(row.color) || t("die")}`, key: i },
      h("span", { class: "facename" }, row.color ? colorName(row.color) : `${i + 1}.`),
      h("div", { class: "facebtns" }, row.words.map((word) => {
        const face = word.split(":").pop();
        return h("button", { key: word, type: "button", role: "radio", "aria-checked": chosen[i] === word ? "true" : "false", "aria-label": faceName(face), title: faceName(face), "data-word": word, onclick: () => pick(i, word) },
          pieceIcon(row.kind, face, row.color), row.kind === "d6" && !/\d/.test(face) ? h("small", null, faceName(face)) : row.kind === "d6" ? null : h("small", null, faceName(face)));
      })))));
}

/** Typing a roll: send becomes possible once every piece has a face. */
export function rollByHand(prompt, send) {
  const key = `${prompt.seat} ${prompt.number} ${prompt.label}`;
  if (draft.key !== key) draft = { key, faces: prompt.options.map((allowed) => (allowed.length === 1 ? allowed[0] : null)) };
  const rows = rowsOf(prompt);
  const pick = (i, word) => {
    draft.faces[rows[i].at] = word;
    redraw();
  };
  const left = draft.faces.filter((f) => f === null).length;
  const before = prompt.options.length - rows.length;
  return h("div", { class: "byhand" },
    before > 0 && h("div", { class: "form" }, prompt.options.slice(0, before).map((allowed, i) => allowed.length > 1 && otherWord(prompt, i, allowed))),
    facePicker(rows, rows.map((row) => draft.faces[row.at]), pick),
    h("button", { class: "go wide", disabled: left > 0, onclick: () => send(draft.faces) }, left ? t("{n} still to choose", { n: left }) : t("That is the roll")));
}

function otherWord(prompt, i, allowed) {
  const put = (event) => {
    draft.faces[i] = event.target.value || null;
    redraw();
  };
  return h("label", { key: i }, h("span", null, prompt.names[i] || t("which")),
    h("select", { onchange: put, value: draft.faces[i] ?? "" }, h("option", { value: "" }, t("choose")), allowed.map((word) => h("option", { value: word }, prompt.texts[word] ?? word))));
}

function rowsOf(prompt) {
  const opens = prompt.tray.filter((item) => !item.face);
  const first = prompt.options.length - opens.length;
  return opens.map((item, i) => ({ kind: item.kind, color: item.color, words: prompt.options[first + i], at: first + i }));
}

const MEEPLE = ["hard", "steady", "exhausted", "cocked", "outside"];
const D6 = ["1", "2", "3", "4", "5", "6"];

/** The rows of an event of the past that can be corrected, guessed from its words. */
export function rowsOfEvent(words) {
  return words.map((word, at) => {
    const [color, face] = word.includes(":") ? word.split(":") : ["", word];
    if (MEEPLE.includes(face)) return { kind: "meeple", color, at, words: MEEPLE.map((f) => (color ? `${color}:${f}` : f)) };
    if (/^[1-6]$/.test(face)) return { kind: "d6", color, at, words: D6.map((f) => (color ? `${color}:${f}` : f)) };
    return null;
  }).filter(Boolean);
}
