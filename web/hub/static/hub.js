// What every page of the hub has: the tables as they are, listening for changes, the bar at the top.

import { h, draw } from "./dom.js";
import { boot, drawn, look, prefs, redraw, t, toast } from "./base.js";
import { sign } from "./looks.js";
import { refresh, show } from "./dialog.js";

export const night = {
  tables: new Map((boot.tables || []).map((row) => [row.name, row])),
  evening: boot.evening || { results: [], standings: [], wanderers: [], days: [], day: "" },
  hub: boot.hub || { notices: [] },
  online: true,
};

const listeners = [];

/** Call a function with the names of the tables that changed. */
export function changed(listener) {
  listeners.push(listener);
}

/** Start a page: draw it now and whenever something changed. */
export function run(page) {
  look();
  const main = document.getElementById("main");
  drawn(() => {
    draw(document.getElementById("top"), bar(), notices());
    draw(main, page());
    refresh();
  });
  performance.mark("usable");
  listen();
  setInterval(redraw, 30000); // "2 minutes ago" grows by itself
}

/** Follow the hub; after a break everything is sent anew. */
export function listen() {
  const asked = new URLSearchParams(location.search);
  if (boot.evening) asked.set("evening", "");
  const source = new EventSource(`/api/stream?${asked}`);
  source.onopen = () => online(true);
  source.onerror = () => {
    online(false);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
  source.addEventListener("tables", (event) => {
    const rows = JSON.parse(event.data);
    for (const row of rows) night.tables.set(row.name, row);
    for (const listener of listeners) listener(rows.map((row) => row.name));
    redraw();
  });
  for (const part of ["evening", "hub"]) source.addEventListener(part, (event) => {
    night[part] = JSON.parse(event.data);
    redraw();
  });
}

function online(is) {
  if (night.online === is) return;
  night.online = is;
  redraw();
}

function notices() {
  const texts = [...night.hub.notices, !night.online && t("The connection to the hub is lost; trying again …")].filter(Boolean);
  return texts.map((text) => h("p", { class: "bar notice", role: "status", key: text }, text));
}

const PAGES = [["hubtables", "/", "Tables"], ["hubresults", "/results", "Results"]];

function bar() {
  const name = { Tables: t("Tables"), Results: t("Results and standings") };
  return h("header", { class: "hubbar" },
    h("b", { class: "brand" }, t("Game night")),
    h("nav", { "aria-label": t("Pages") }, PAGES.map(([page, path, text]) => h("a", { key: page, href: path, class: boot.page === page ? "on" : "", "aria-current": boot.page === page ? "page" : undefined }, name[text]))),
    h("button", { class: "icon right", "aria-label": t("Menu"), "data-act": "menu", onclick: () => show(t("Menu"), menu) }, sign("menu")));
}

function menu() {
  return h("div", { class: "form settings" },
    boot.you?.organiser && h("div", { class: "share" },
      h("h3", null, t("Let people watch")),
      h("p", null, t("Whoever scans this or types the code may look at everything and change nothing.")),
      h("img", { class: "qr", src: "/qr.svg", alt: t("Square code with the address of this page") }),
      h("p", { class: "code" }, boot.code)),
    h("label", null, h("span", null, t("Language")), h("select", { value: boot.lang, onchange: (e) => language(e.target.value) }, Object.entries(boot.langs || {}).map(([code, text]) => h("option", { value: code, selected: code === boot.lang }, text)))),
    h("label", null, h("span", null, t("Theme")), h("select", { value: prefs.get("theme", "auto"), onchange: (e) => prefs.set("theme", e.target.value) }, [["auto", t("like the device")], ["light", t("light")], ["dark", t("dark")]].map(([value, text]) => h("option", { value, selected: value === prefs.get("theme", "auto") }, text)))),
    h("p", { class: "soft" }, boot.you?.organiser ? t("You are the organiser.") : t("You watch.")));
}

async function language(code) {
  if (await send("/api/me", { lang: code })) location.reload();
}

/** Send a change to the hub; says in a toast why it was refused. */
export async function send(path, what) {
  const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json", "X-CSRF-Token": boot.you?.csrf || "" }, body: JSON.stringify(what || {}) }).catch(() => null);
  if (answer?.ok) return true;
  const said = answer ? await answer.json().catch(() => ({})) : {};
  toast(said.error || t("The hub cannot be reached; nothing was sent. Try again in a moment."));
  return false;
}

/** Whether somebody should go to this table: its record is refused, it is lost in the middle of a game, or it says so. */
export function troubles(row) {
  const lost = row.state === "gone" && row.game && !row.over;
  return [row.refused, lost && t("Lost in the middle of a game."), ...row.trouble, row.unclear && t("Asks about a roll: {what}", { what: row.unclear })].filter(Boolean);
}

/** How long ago, in words. */
export function ago(ms) {
  if (!ms) return "";
  const minutes = Math.floor((Date.now() - ms) / 60000);
  if (minutes < 1) return t("just now");
  return minutes < 120 ? t("{n} min ago", { n: minutes }) : t("{n} h ago", { n: Math.floor(minutes / 60) });
}

export function stateName(row) {
  return { there: t("connected"), left: t("switched off"), gone: t("not reachable"), known: t("not seen today") }[row.state];
}
