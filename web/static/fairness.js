// Are these dice fair? What speaks against each of them, who was lucky, and how the reader did.

import { h } from "./dom.js";
import { boot, get, heard, known, me, post, redraw, t, toast } from "./base.js";
import { menu, run } from "./chrome.js";

let found = null;
let of = "";
let failed = false;
let loading = false;
let again = false;
const ANY = "*"; // an option without a value would take its text for one
const draft = { name: "", color: ANY, owner: ANY };

async function load() {
  if (loading) return void (again = true);
  loading = true;
  const asked = of;
  const answer = await get(`/api/fairness${asked ? `?of=${encodeURIComponent(asked)}` : ""}`);
  failed = !answer;
  if (answer && asked === of) found = answer;
  loading = false;
  redraw();
  if (again) {
    again = false;
    load();
  }
}

heard((part, now, before) => {
  if (part === "state" && (now.table?.id !== before?.table?.id || now.table?.events !== before?.table?.events)) load();
});

/** A chart that came as text; the server wrote it, and escaped every word in it. */
function chart(svg) {
  return svg && h("div", { class: "proofbox", raw: true, drawn: (node) => {
    if (node.shownChart === svg) return;
    node.shownChart = svg;
    node.innerHTML = svg;
  } });
}

function page() {
  return h("div", { class: "historypage fairnesspage" },
    h("header", { class: "who" }, h("a", { class: "button icon", href: "/", "aria-label": t("Back to the game") }, "←"), h("b", null, t("Fairness and luck")), h("span", { class: "right" }), menu()),
    failed && h("p", { class: "card" }, t("The report could not be fetched; try again in a moment.")),
    !found && !failed && h("p", { class: "card", role: "status" }, t("Working it out …")),
    found && chooser(),
    found && !found.rolls && h("p", { class: "card" }, t("Nothing has been rolled yet.")),
    found && found.rolls > 0 && [verdict(), luck(), streaks(), families(), reader()],
    found && me().host && naming());
}

function chooser() {
  const date = (ms) => new Date(ms).toLocaleDateString(boot.lang, { dateStyle: "medium" });
  return h("section", { class: "card form", key: "of" }, h("label", null, h("span", null, t("Which rolls?")),
    h("select", { value: found.of, "data-act": "of", onchange: (e) => { of = e.target.value; load(); } },
      h("option", { value: "all", selected: found.of === "all" }, t("All games of this table")),
      found.games.map((g) => h("option", { key: g.id, value: g.id, selected: found.of === g.id }, `${g.title} · ${g.names.join(", ")} · ${date(g.at_ms)}`)))));
}

function verdict() {
  const bad = found.suspects.filter((s) => s.suspicious);
  return h("section", { class: `card verdict${bad.length ? " ask" : ""}`, key: "verdict", role: "status" },
    h("h1", null, bad.length ? t("Something is wrong here") : found.suspects.length ? t("Nothing looks unfair so far") : t("Nothing to judge yet")),
    bad.length ? bad.map((s) => h("p", { key: s.name }, s.sentence)) : h("p", null, t("{n} throws were judged, as they stand after every correction.", { n: found.rolls })));
}

function luck() {
  const some = found.luck.filter((l) => l.sentences.length);
  return some.length > 0 && h("section", { class: "card", key: "luck" }, h("h2", null, t("Luck of the evening")),
    some.map((l, i) => h("div", { class: "luck", key: i }, chart(l.chart), h("ul", { class: "plain" }, l.sentences.map((s) => h("li", { key: s }, s))))));
}

function streaks() {
  return found.streaks.length > 0 && h("section", { class: "card", key: "streaks" }, h("h2", null, t("Longest streaks")), h("ul", { class: "plain" }, found.streaks.map((s) => h("li", { key: s }, s))));
}

function families() {
  const titles = { die: t("Dice by colour or name"), seat: t("By player"), table: t("The whole table"), meeple: t("Meeples by colour") };
  return [...Object.keys(titles).map((family) => {
    const some = found.suspects.filter((s) => s.family === family);
    return some.length > 0 && h("section", { key: family, class: "family" }, h("h2", null, titles[family]), h("div", { class: "suspects" }, some.map(suspect)));
  }), h("details", { class: "card", key: "how" }, h("summary", null, t("How to read the charts")), found.notes.map((note) => h("p", { key: note }, note)))];
}

function suspect(s) {
  return h("article", { class: `card${s.suspicious ? " ask" : ""}`, key: s.name, "data-suspect": s.family },
    h("h3", null, s.name), h("p", null, s.sentence), chart(s.faces),
    h("details", null, h("summary", null, t("The evidence, roll by roll")), chart(s.evidence)));
}

function reader() {
  return h("section", { class: "card", key: "reader" }, h("h2", null, t("The reader")), found.reader.map((s) => h("p", { key: s }, s)));
}

// ------------------------------------------------------------------------------------------------ names for dice

function naming() {
  const names = known.state.table?.names || [];
  const pick = (word, label, any, words) => h("label", null, h("span", null, label), h("select", { value: draft[word], "data-act": word, onchange: (e) => { draft[word] = e.target.value; } }, h("option", { value: ANY }, any), words.map(([value, text]) => h("option", { key: value, value }, text))));
  return h("section", { class: "card form", key: "naming" }, h("h2", null, t("Name your dice")),
    h("p", { class: "soft" }, t("Give a set of dice a name when it comes to the table. From then on it is judged by itself, and the record says so.")),
    h("ul", { class: "people" }, found.dice.map((d) => h("li", { key: `${d.color} ${d.owner}` },
      h("div", null, h("b", null, d.name), h("span", { class: "soft" }, covered(d))),
      h("button", { class: "small", onclick: () => name({ ...d, name: "" }) }, t("Take away"))))),
    h("label", null, h("span", null, t("Name")), h("input", { value: draft.name, maxlength: 40, "data-act": "diename", oninput: (e) => { draft.name = e.target.value; redraw(); } })),
    pick("color", t("Which dice"), t("any colour"), boot.colors || []),
    pick("owner", t("Thrown by"), t("anybody"), names.map((n) => [n, n])),
    h("button", { class: "go wide", disabled: !draft.name.trim(), "data-act": "namedice", onclick: () => name(draft) }, t("From now on")));
}

const covered = (d) => [d.color ? t("{color} dice", { color: d.shade }) : t("all dice"), d.owner].filter(Boolean).join(" · ");

async function name(what) {
  if (!(await post("/api/dice", { name: what.name, color: what.color.replace(ANY, ""), owner: what.owner.replace(ANY, "") }))) return;
  draft.name = "";
  toast(t("Written into the record."));
  load();
}

load();
run(page);
