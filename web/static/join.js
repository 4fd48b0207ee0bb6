// The door: type the code of the table.

import { h, draw } from "./dom.js";
import { boot, look, t } from "./base.js";

let problem = boot.problem;
let code = "";
let busy = false;

async function send(event) {
  event.preventDefault();
  busy = true;
  page();
  const answer = await fetch("/api/join", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ code }) }).catch(() => null);
  if (answer?.ok) return location.replace((boot.next === "play" ? "/" : `/${boot.next}`) + location.hash);
  busy = false;
  problem = answer ? (await answer.json().catch(() => ({}))).error : t("The table cannot be reached; nothing was sent. Try again in a moment.");
  page();
}

function page() {
  draw(document.getElementById("main"), h("form", { class: "door", onsubmit: send },
    h("h1", null, t("Join the table")),
    h("label", { for: "code" }, t("The code stands on the table screen, and in the terminal of the host.")),
    h("input", { id: "code", class: "code", value: code, maxlength: 16, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", inputmode: "text", placeholder: "K7F 2QD", oninput: (e) => (code = e.target.value), "aria-describedby": problem ? "problem" : undefined, "aria-invalid": problem ? "true" : undefined }),
    problem && h("p", { id: "problem", class: "problem", role: "alert" }, problem),
    h("button", { class: "go wide", disabled: busy }, t("Join"))));
}

look();
page();
document.getElementById("code").focus();
