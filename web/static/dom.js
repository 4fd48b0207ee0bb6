// Draws a tree of plain objects into the page and changes only what differs, so that focus stays and nothing jumps.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "selected", "disabled", "open", "src"]);
const MARK_MS = 2400;

/** A node to draw: h("b", {class: "big"}, "text", child, [children], condition && child). */
export function h(tag, props, ...kids) {
  return { tag, props: props || {}, kids: kids.flat(Infinity).filter((kid) => kid !== null && kid !== undefined && kid !== false && kid !== true && kid !== "") };
}

/** Make the children of an element those given. */
export function draw(parent, ...kids) {
  patch(parent, h("", null, kids).kids, parent.namespaceURI === SVG);
}

function patch(parent, kids, svg) {
  const keyed = new Map();
  for (const node of parent.childNodes) if (node.treeKey !== undefined) keyed.set(node.treeKey, node);
  let at = parent.firstChild;
  for (const kid of kids) {
    let node = match(kid, at, keyed);
    if (!node) node = create(kid, svg);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
    update(node, kid, svg);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function match(kid, at, keyed) {
  if (typeof kid === "object" && kid.props.key !== undefined) {
    const node = keyed.get(kid.props.key);
    return node && node.treeTag === kid.tag ? node : null;
  }
  if (!at || at.treeKey !== undefined) return null;
  if (typeof kid !== "object") return at.nodeType === Node.TEXT_NODE ? at : null;
  return at.treeTag === kid.tag ? at : null;
}

function create(kid, svg) {
  if (typeof kid !== "object") return document.createTextNode("");
  const inSvg = svg || kid.tag === "svg";
  const node = inSvg ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  node.treeTag = kid.tag;
  node.treeKey = kid.props.key;
  node.treeProps = {};
  return node;
}

function update(node, kid, svg) {
  if (typeof kid !== "object") {
    const text = String(kid);
    if (node.data !== text) node.data = text;
    return;
  }
  if (node.treeKid === kid) return; // the very same tree was drawn last time
  node.treeKid = kid;
  const old = node.treeProps;
  for (const name of Object.keys(old)) if (!(name in kid.props)) set(node, name, undefined, old[name]);
  for (const [name, value] of Object.entries(kid.props)) if (value !== old[name] || name === "value") set(node, name, value, old[name]);
  node.treeProps = kid.props;
  if (!kid.props.raw) patch(node, kid.kids, svg || kid.tag === "svg");
  if (kid.props.drawn) kid.props.drawn(node);
}

function set(node, name, value, old) {
  if (name === "key" || name === "drawn" || name === "raw") return;
  if (name === "mark") return mark(node, value, old);
  if (name === "style") return restyle(node, value || {}, old || {});
  if (name.startsWith("on")) node[name] = value || null;
  else if (name === "value" && node.treeTag === "option") node.setAttribute(name, value); // else its text is its value
  else if (PROPERTIES.has(name)) {
    if (node[name] !== value) node[name] = value ?? "";
  } else if (value === undefined || value === null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function restyle(node, value, old) {
  for (const name of Object.keys(old)) if (!(name in value)) node.style.removeProperty(name);
  for (const [name, text] of Object.entries(value)) if (old[name] !== text) node.style.setProperty(name, text);
}

/** Shows for a moment that this element says something new. */
function mark(node, value, old) {
  if (old === undefined || value === undefined || value === old) return;
  node.removeAttribute("data-new");
  void node.getBoundingClientRect();
  node.setAttribute("data-new", "");
  clearTimeout(node.treeMark);
  node.treeMark = setTimeout(() => node.removeAttribute("data-new"), MARK_MS);
}
