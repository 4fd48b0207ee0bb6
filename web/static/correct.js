// Putting something of the past right: say what really happened, see what follows from it, say why, confirm.

import { h } from "./dom.js";
import { get, post, t, toast } from "./base.js";
import { hide, refresh, show } from "./dialog.js";
import { glyph } from "./looks.js";
import { facePicker, rowsOfEvent } from "./roll.js";

const FEW = 8; // so many words stand side by side; more are a list that opens

/** Correct an earlier event: the faces of a roll, or what a seat chose to do. */
export function correct(entry, table) {
  const [seat, verb, ...words] = entry.event.split(" ");
  const rows = entry.roll ? rowsOfEvent(words) : [];
  const draft = { seat, verb, words: [...words], change: null, why: "" };
  return rows.length ? correctRoll(entry, table, draft, rows) : correctAction(entry, table, draft);
}

const text = (draft) => [draft.seat, draft.verb, ...draft.words].join(" ");
const isWhole = (draft) => draft.words.every(Boolean);

/** Ask what the draft would change; an answer to an older draft is thrown away. */
async function preview(entry, draft) {
  draft.change = null;
  refresh();
  const asked = text(draft);
  if (asked === entry.event || !isWhole(draft)) return;
  const answer = await post("/api/preview", { index: entry.index, event: asked });
  if (answer && text(draft) === asked) draft.change = answer;
  refresh();
}

function correctRoll(entry, table, draft, rows) {
  const pick = (i, word) => {
    draft.words[rows[i].at] = word;
    preview(entry, draft);
  };
  show(t("Correct this roll"), () => h("div", { class: "correct" },
    photo(entry), facePicker(rows, rows.map((row) => draft.words[row.at]), pick),
    consequences(draft, table), reason(draft), confirm(entry, draft, t("Tap what the piece really showed"))));
}

/** What a seat could have done then, with the words of what it did chosen beforehand. */
async function correctAction(entry, table, draft) {
  const prompts = await get(`/api/asked/${entry.index}`);
  if (!prompts) return toast(t("The table did not accept that."));
  draft.prompt = prompts.findIndex((p) => fits(p, draft));
  const choose = (i) => {
    draft.prompt = i;
    draft.verb = prompts[i].verb;
    draft.words = prompts[i].options.map((allowed) => (allowed.length === 1 && allowed[0] !== "*" ? allowed[0] : ""));
    preview(entry, draft);
  };
  const put = (i, word) => {
    draft.words[i] = word;
    preview(entry, draft);
  };
  show(t("Correct this action"), () => h("div", { class: "correct" },
    h("p", { class: "why" }, glyph(entry.seat), " ", entry.sentences.join(" ")), photo(entry),
    h("p", { class: "ask" }, t("What did {name} really do?", { name: table.names[draft.seat] })),
    h("div", { class: "choices deeds", role: "radiogroup", "aria-label": t("What really happened") }, prompts.map((p, i) => h("button", { key: i, type: "button", role: "radio", "aria-checked": draft.prompt === i ? "true" : "false", onclick: () => choose(i), "data-verb": p.verb }, h("span", null, p.label)))),
    prompts[draft.prompt] && h("div", { class: "form", key: `words ${draft.prompt}` }, prompts[draft.prompt].options.map((_, i) => word(prompts[draft.prompt], i, draft.words[i], put))),
    consequences(draft, table), reason(draft), confirm(entry, draft, t("Choose what really happened"))));
}

function fits(prompt, draft) {
  return prompt.verb === draft.verb && prompt.options.length === draft.words.length && prompt.options.every((allowed, i) => allowed[0] === "*" || allowed.includes(draft.words[i]));
}

/** One word of an action: a few side by side, many in a list, any word in a field. */
function word(prompt, i, value, put) {
  const allowed = prompt.options[i];
  if (allowed.length === 1 && allowed[0] !== "*") return null;
  const said = (one) => prompt.texts[one] ?? one;
  const label = prompt.names[i] || t("which");
  if (allowed[0] === "*") return h("label", { key: i }, h("span", null, label), h("input", { value, maxlength: 60, autocomplete: "off", onchange: (e) => put(i, e.target.value.trim().replace(/\s+/g, "-")), "data-word": i }));
  if (allowed.length > FEW) return h("label", { key: i }, h("span", null, label), h("select", { value, onchange: (e) => put(i, e.target.value), "data-word": i }, h("option", { value: "", disabled: true, selected: !value }, t("choose")), allowed.map((one) => h("option", { value: one, selected: one === value }, said(one)))));
  return h("div", { class: "chipsfield", key: i, role: "radiogroup", "aria-label": label }, h("span", null, label),
    h("div", { class: "chipsrow" }, allowed.map((one) => h("button", { key: one, type: "button", role: "radio", "aria-checked": one === value ? "true" : "false", onclick: () => put(i, one), "data-word": one }, said(one)))));
}

// ------------------------------------------------------------------------------------------------ what both have

function photo(entry) {
  return entry.evidence && h("img", { class: "photo", src: `/evidence/${entry.evidence}.jpg`, alt: t("Photograph of the roll") });
}

function reason(draft) {
  if (!draft.change) return null;
  const reasons = [t("the camera misread it"), t("typed wrongly"), t("a piece was moved")];
  const give = (why) => {
    draft.why = why;
    refresh();
  };
  return h("div", { class: "whyrow" },
    h("p", { class: "ask" }, t("Why? Everybody can read it in the history.")),
    h("div", { class: "choices" }, reasons.map((why) => h("button", { key: why, type: "button", "aria-pressed": draft.why === why ? "true" : "false", onclick: () => give(why) }, why))),
    h("input", { value: draft.why, maxlength: 200, "aria-label": t("Why"), placeholder: t("or in your own words"), oninput: (e) => give(e.target.value) }));
}

function confirm(entry, draft, todo) {
  const send = async () => {
    if (await post("/api/correct", { index: entry.index, event: text(draft), why: draft.why })) {
      hide();
      toast(t("Corrected."));
    }
  };
  return h("button", { class: "go wide", disabled: !draft.change || !draft.why.trim(), onclick: send, "data-act": "confirm" }, draft.change ? t("Correct it") : todo);
}

function consequences(draft, table) {
  const change = draft.change;
  if (!change) return null;
  const moved = table.names.map((name, seat) => [name, seat, change.scores_before[seat], change.scores_after[seat]]);
  return h("div", { class: "consequences", role: "status" },
    h("h3", null, t("What this changes")),
    h("table", { class: "lines" }, h("tbody", null, moved.map(([name, seat, was, now]) => h("tr", { key: seat, class: was === now ? "same" : "" },
      h("td", null, glyph(seat), " ", name), h("td", { class: "num" }, String(was)), h("td", { class: "num" }, was === now ? "=" : `→ ${now}`))))),
    change.sentences.map((said) => h("p", { key: said }, said)),
    change.dropped.length > 0 && h("div", { class: "dropped" }, h("p", { class: "ask" }, t("These later events would no longer fit and would not count:")),
      h("ul", null, change.dropped.map((e) => h("li", { key: e.index }, e.sentences.join(" "))))));
}
