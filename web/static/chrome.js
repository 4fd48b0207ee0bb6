// What stands around every page: banner, notices, connection, menu, settings of this device, and announcements.

import { h, draw } from "./dom.js";
import { boot, drawn, heard, known, listen, look, me, post, prefs, t } from "./base.js";
import { glyph, sign } from "./looks.js";
import { refresh, show } from "./dialog.js";
import { reopen } from "./live.js";
import { tick } from "./scores.js";

/** Start a page: draw it, follow the server, announce what happens. */
export function run(page) {
  look();
  const main = document.getElementById("main");
  drawn(() => {
    draw(document.getElementById("top"), connection(), notices());
    draw(main, page());
    refresh();
    document.title = title();
  });
  performance.mark("usable"); // drawn, and every button works from here on
  heard(announce);
  heard((part, value) => part === "online" && value && reopen());
  listen();
  setInterval(tick, 500);
  // Every phone is a witness of the record; once the page is at rest, so that nobody waits for it.
  if (boot.page !== "witness") setTimeout(() => import("./keeping.js").then((keeping) => keeping.follow()).catch(() => null), 5000);
  document.addEventListener("visibilitychange", () => !document.hidden && reopen());
  document.addEventListener("keydown", arrows);
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go through the choices of one group, as people who use a keyboard expect of tabs and radio buttons. */
function arrows(event) {
  const role = event.target.getAttribute?.("role");
  const group = ["radio", "tab"].includes(role) && STEPS[event.key] && event.target.closest("[role=radiogroup], [role=tablist]");
  if (!group) return;
  const all = [...group.querySelectorAll(`[role=${role}]:not(:disabled)`)];
  all[(all.indexOf(event.target) + STEPS[event.key] + all.length) % all.length].focus();
  event.preventDefault();
}

function title() {
  const table = known.state.table;
  return table ? `${table.turn !== null ? table.names[table.turn] : table.title} · ${table.phase || table.title}` : "Table Companion";
}

function connection() {
  return !known.online && h("p", { class: "bar lost", role: "status", key: "lost" }, t("The connection to the table is lost; trying again …"));
}

function notices() {
  const table = known.state.table;
  const texts = [...known.state.notices.map((n) => n.text), table?.notice].filter(Boolean);
  return [...new Set(texts)].map((text) => h("p", { class: "bar notice", role: "status", key: text }, text));
}

/** The menu of every page. */
export function menu() {
  return h("button", { class: "icon", onclick: () => show(t("Menu"), inside), "aria-label": t("Menu"), "data-act": "menu" }, sign("menu"));
}

function inside() {
  const here = boot.page;
  const link = (page, path, text) => (me().host || page !== "host") && h("a", { class: here === page ? "on" : "", href: path, key: page, "aria-current": here === page ? "page" : undefined }, text);
  return h("div", { class: "menu" },
    h("nav", null, link("play", "/", t("Play")), link("table", "/table", t("Table screen")), link("history", "/history", t("History")), link("final", "/final", t("Score sheet")), link("fairness", "/fairness", t("Fairness and luck")), link("witness", "/witness", t("Witness")), link("host", "/host", t("Host")), me().host && link("welcome", "/welcome", t("First steps"))),
    settings());
}

function settings() {
  return h("div", { class: "form settings" },
    h("h3", null, t("This device")),
    pick(t("Theme"), "theme", boot.page === "table" ? "dark" : "auto", [["auto", t("like the device")], ["light", t("light")], ["dark", t("dark")]]),
    h("label", null, h("span", null, t("Language")), h("select", { value: boot.lang, onchange: (e) => language(e.target.value) }, Object.entries(boot.langs || {}).map(([code, name]) => h("option", { value: code, selected: code === boot.lang }, name)))),
    check(t("Motion"), "motion", true), check(t("Clocks"), "timer", true), check(t("Come closer to the pieces"), "zoom", true), check(t("Say rolls and turns aloud"), "speech", false), check(t("Follow the turn"), "follow", true), check(t("Vibrate when it is my turn"), "buzz", true),
    h("p", { class: "soft" }, me().host ? t("This device is the host's.") : me().seats.length ? t("You play.") : t("You watch.")));
}

function pick(label, name, usual, options) {
  return h("label", null, h("span", null, label), h("select", { value: prefs.get(name, usual), onchange: (e) => prefs.set(name, e.target.value) }, options.map(([value, text]) => h("option", { value, selected: value === prefs.get(name, usual) }, text))));
}

function check(label, name, usual) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", checked: prefs.get(name, usual), onchange: (e) => prefs.set(name, e.target.checked) }), h("span", null, label));
}

async function language(code) {
  if (await post("/api/me", { lang: code })) location.reload();
}

// ------------------------------------------------------------------------------------------------ announcements

let said = "";

/** Tell screen readers, and if wanted everybody, what was rolled and whose turn it is. */
function announce(part, now, before) {
  if (part === "live" && now.unclear && now.unclear !== before?.unclear) speak(now.unclear);
  if (part === "online") speak(now ? t("The table is back.") : t("The connection to the table is lost; trying again …"));
  if (part !== "state" || !now.table) return;
  const table = now.table;
  const past = before?.table;
  if (past && past.id === table.id && past.events === table.events && past.headline === table.headline) return;
  const happened = past && table.events !== past.events ? table.happened : [];
  speak([...happened, table.headline].join(" "));
}

function speak(text) {
  if (!text || text === said) return;
  said = text;
  document.getElementById("announce").textContent = text;
  if (prefs.get("speech", false) && window.speechSynthesis) {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = boot.lang;
    speechSynthesis.cancel();
    speechSynthesis.speak(words);
  }
}

/** Seats as tabs: one tap hands a shared tablet to the next player. */
export function seatTabs(table, seats, current, choose) {
  if (seats.length < 2) return null;
  return h("div", { class: "tabs", role: "tablist", "aria-label": t("Seats"), key: "tabs" }, seats.map((seat) => {
    const asked = table.prompts.some((p) => p.seat === seat && !p.reason);
    return h("button", { key: seat, role: "tab", "aria-selected": seat === current ? "true" : "false", onclick: () => choose(seat), "data-seat": seat, class: table.turn === seat ? "turn" : "" },
      glyph(seat), h("span", null, table.names[seat]), asked && seat !== current && h("span", { class: "dot", title: t("has something to do") }));
  }));
}

/** The phases of a turn, the present one marked. */
export function phases(table) {
  if (!table.phases.length) return null;
  const at = table.phases.indexOf(table.phase);
  return h("ol", { class: "phases", "aria-label": t("Phases"), key: "phases" }, table.phases.map((name, i) => h("li", { key: name, class: i === at ? "on" : i < at ? "done" : "", "aria-current": i === at ? "step" : undefined }, name)));
}
