"use strict";
// Keys, and doors without a page load. Everything here can be done without it: each door is a form,
// each move a link. The server renders every word; this only puts what it sends in place.

const FRAGMENT = { "X-Fragment": "1" };
const cards = document.querySelector("[data-cards]");
const inbox = document.querySelector("[data-stream]");
const underWay = new Map();
const decidedHere = [...document.querySelectorAll(".done")];
const news = new Set();
let current = null;
let undoing = Promise.resolve();
let movedAt = -Infinity;
let clicked = { clientX: -1, clientY: -1 };

signInByLink();
document.addEventListener("submit", passDoor);
document.addEventListener("click", stopDouble, true);
document.addEventListener("click", open);
document.addEventListener("toggle", openDrawer, true);
if (cards) begin();

function begin() {
  const asked = location.hash && document.getElementById(location.hash.slice(1));
  mark(asked && asked.matches(".card") ? asked : openCards()[0], false);
  cards.addEventListener("focusin", (event) => mark(event.target.closest(".card"), false));
  document.addEventListener("keydown", press);
  document.addEventListener("change", countSelected);
  countSelected();
  setUpKeys();
  if (inbox) listen(inbox.dataset.stream);
}

// Signing in by a link: its token lies in the fragment, which no server log ever sees.

function signInByLink() {
  const form = document.querySelector("[data-sign-in]");
  const token = location.hash.slice(1);
  if (!form || token.length < 20) return;
  history.replaceState(null, "", location.pathname + location.search);
  const field = Object.assign(document.createElement("input"), { type: "hidden", name: "token", value: token });
  form.append(field);
  form.submit();
}

// Doors

function passDoor(event) {
  const place = event.target.closest(".card, .done");
  if (!cards || !place || !cards.parentNode.contains(place)) return;
  event.preventDefault();
  pass(event.target, place);
}

function pass(form, place) {
  const name = place.id || place.dataset.done;
  if (!underWay.has(name)) underWay.set(name, passing(form, place).finally(() => left(name)));
  return underWay.get(name);
}

function passing(form, place) {
  place.classList.add("busy");
  const next = place.matches(".card") && following(place);
  if (next) mark(next);
  return send(form, place);
}

function left(name) {
  underWay.delete(name);
  refreshCounts();
  if (!underWay.size && inbox && !openCards().length) goOn();
}

// A click in the very place of the one before, just when what was there has moved, was meant for
// what was there: whoever clicks twice must not decide the card that moved up.

function stopDouble(event) {
  const near = Math.hypot(event.clientX - clicked.clientX, event.clientY - clicked.clientY) < 24;
  const again = event.detail > 1 || (near && event.detail && performance.now() - movedAt < 400);
  clicked = event;
  if (again && event.target.closest(".card .doors button")) event.preventDefault();
}

// Undo takes back the last verdict, also one whose answer is still on its way.

function undo() {
  undoing = undoing.then(async () => {
    await Promise.allSettled(underWay.values());
    const forms = decidedHere.filter((line) => line.isConnected).map((line) => line.querySelector("[data-door=undo]"));
    const last = forms.filter(Boolean).at(-1);
    if (last) await pass(last, last.closest(".done"));
  });
}

async function send(form, place) {
  const body = new URLSearchParams(new FormData(form));
  let answer;
  try {
    answer = await fetch(form.action, { method: "POST", body, headers: FRAGMENT });
  } catch {
    return complain(place, "The server does not answer. Nothing was changed; try again.");
  }
  if (answer.status === 401) return location.assign(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);
  const part = parse(await answer.text());
  if (!part || !(answer.headers.get("Content-Type") || "").startsWith("text/html")) {
    return complain(place, "The server could not do it. Nothing was changed; try again.");
  }
  const hadFocus = place.contains(document.activeElement);
  place.replaceWith(part);
  if (part.matches(".done")) decidedHere.push(part);
  if (part.matches(".card")) {
    if (news.delete(part.id)) tell();
    return mark(part);
  }
  movedAt = performance.now();
  if (place === current || hadFocus) mark(openCards()[0] || null);
}

function complain(place, words) {
  place.classList.remove("busy");
  place.querySelector(".problem")?.remove();
  const said = Object.assign(document.createElement("p"), { className: "problem", textContent: words });
  said.setAttribute("role", "alert");
  place.firstElementChild.after(said);
}

function parse(text) {
  const found = new DOMParser().parseFromString(text, "text/html").querySelector(".card, .done");
  return found && document.importNode(found, true);
}

// Where all is decided, what comes next is put below. Not by a page load: a click or a key on its way
// to an undo would be lost in it, so the lines that offer one stay where they are until the next time.

async function goOn() {
  const page = await read(location.href);
  const theirs = page && page.querySelector("[data-cards]");
  if (!theirs) return location.reload();
  if (underWay.size || openCards().length) return;
  for (const one of inbox.querySelectorAll(".earlier, .elsewhere")) one.remove();
  for (const one of inbox.querySelectorAll(".done")) one.classList.add("earlier");
  const batch = page.querySelector(".batch");
  inbox.querySelector(".batch")?.remove();
  if (batch) inbox.querySelector("[data-told]").before(batch);
  while (cards.nextSibling) cards.nextSibling.remove();
  const [, ...below] = [...page.querySelectorAll("[data-cards], [data-cards] ~ *")];
  cards.after(...below);
  cards.append(...theirs.children);
  news.clear();
  tell();
  countSelected();
  movedAt = performance.now();
  mark(openCards()[0] || null);
}

async function read(address) {
  const answer = await fetch(address).catch(() => null);
  return answer && answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
}

let refreshing = 0;
function refreshCounts() {
  if (!inbox) return;
  clearTimeout(refreshing);
  refreshing = setTimeout(async () => {
    const page = await read(location.href);
    if (!page) return;
    for (const part of [".filters ul", "[data-count]"]) {
      const [ours, theirs] = [document.querySelector(part), page.querySelector(part)];
      if (ours && theirs) ours.replaceWith(document.importNode(theirs, true));
    }
  }, 500);
}

// Where one is

function openCards() {
  return [...cards.querySelectorAll(".card:not(.elsewhere, .busy)")];
}

function following(card, step = 1) {
  const all = [...cards.querySelectorAll(".card:not(.elsewhere)")].filter((one) => one === card || !one.matches(".busy"));
  return all[all.indexOf(card) + step] || null;
}

function mark(card, go = true) {
  if (current && current !== card) current.classList.remove("focused");
  current = card;
  if (!card) return;
  card.classList.add("focused");
  if (!go) return;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: "nearest" });
}

// Keys

const KEYS = {
  j: () => mark(following(current) || current),
  k: () => mark(following(current, -1) || current),
  s: () => mark(following(current) || current),
  a: () => knock("keep"),
  d: () => knock("forget"),
  e: edit,
  x: () => current.querySelector("input[type=checkbox][name=card]")?.click(),
  o: () => current.querySelector("details.sources > summary")?.click(),
};
const KEYS_WITHOUT_CARD = {
  z: undo,
  "/": () => document.querySelector("input[type=search]")?.focus(),
  "?": showKeys,
};

function press(event) {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select");
  if (typing && event.key === "Escape") return leaveForm(typing);
  if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (!keysWork() && event.key !== "?") return;
  if (document.querySelector("dialog[open]")) return;
  const act = KEYS_WITHOUT_CARD[event.key] || (current && KEYS[event.key]);
  if (!act) return;
  event.preventDefault();
  act();
}

function knock(door) {
  const form = current.querySelector(`.doors form[data-door=${door}]`);
  if (form && !current.matches(".busy, .elsewhere")) form.requestSubmit();
}

function edit() {
  const form = current.querySelector("details.edit");
  if (!form) return;
  form.open = true;
  form.querySelector("textarea, input[type=number]").focus();
}

function leaveForm(field) {
  const form = field.closest("details.edit");
  if (form) form.open = false;
  const card = field.closest(".card");
  if (card) mark(card);
  else field.blur();
}

function keysWork() {
  return localStorage.getItem("keys") !== "off";
}

function setUpKeys() {
  const box = document.querySelector("[data-keys-on]");
  const button = document.querySelector("[data-show-keys]");
  if (!box || !button) return;
  box.checked = keysWork();
  box.addEventListener("change", () => localStorage.setItem("keys", box.checked ? "on" : "off"));
  button.hidden = false;
  button.addEventListener("click", showKeys);
}

function showKeys() {
  document.querySelector("[data-keys]")?.showModal();
}

// Selecting, sources

function open(event) {
  const link = event.target.closest("[data-select-all], [data-drawer], [data-skip]");
  if (!link) return;
  if (link.matches("[data-skip]") && current) {
    event.preventDefault();
    mark(following(link.closest(".card")));
  } else if (link.matches("[data-drawer]") && link.closest(".drawer")) {
    event.preventDefault();
    fill(link.closest(".drawer"), link.href);
  } else if (link.matches("[data-select-all]")) {
    event.preventDefault();
    const boxes = [...cards.querySelectorAll("input[type=checkbox][name=card]")];
    const all = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !all;
    countSelected();
  }
}

function countSelected() {
  const said = document.querySelector("[data-selected]");
  const boxes = cards ? [...cards.querySelectorAll("input[type=checkbox][name=card]")] : [];
  if (!said || !boxes.length) return;
  const chosen = boxes.filter((box) => box.checked).length;
  said.dataset.rest ??= said.textContent;
  said.textContent = chosen ? `${chosen} selected.` : said.dataset.rest;
  const link = document.querySelector("[data-select-all]");
  link.textContent = chosen === boxes.length ? "Select none" : `Select all ${boxes.length} on this page`;
}

function openDrawer(event) {
  const details = event.target;
  if (!details.matches?.("details[data-sources]") || !details.open || details.dataset.filled) return;
  details.dataset.filled = "yes";
  fill(details.querySelector(".drawer"), details.dataset.sources);
}

async function fill(drawer, address) {
  const answer = await fetch(address, { headers: FRAGMENT }).catch(() => null);
  if (!answer || !answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  drawer.replaceChildren(...document.importNode(page.body, true).childNodes);
}

// News: nothing moves. What is new waits behind a link; what somebody else decided turns grey.

function listen(address) {
  const stream = new EventSource(address);
  stream.addEventListener("card", (event) => arrived(JSON.parse(event.data).belief.id));
  stream.addEventListener("decided", (event) => decided(JSON.parse(event.data)));
  addEventListener("pagehide", () => stream.close());
}

function arrived(id) {
  if (underWay.has(id)) return;
  const shown = document.getElementById(id);
  if (shown && shown.matches(".elsewhere")) return restore(shown);
  if (shown || document.querySelector(`[data-done*="/${id}/"]`)) return;
  news.add(id);
  tell();
}

function decided(belief) {
  if (news.delete(belief.id)) tell();
  const shown = document.getElementById(belief.id);
  if (!shown || underWay.has(belief.id) || shown.matches(".elsewhere")) return;
  shown.style.minBlockSize = `${shown.getBoundingClientRect().height}px`;
  shown.classList.add("elsewhere");
  const said = Object.assign(document.createElement("div"), { className: "done moved" });
  said.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = `Decided elsewhere: it is ${belief.status} now. `;
  words.append(Object.assign(document.createElement("a"), { href: shown.dataset.address, textContent: "See who, and when" }));
  said.append(words);
  shown.append(said);
  refreshCounts();
}

async function restore(shown) {
  const answer = await fetch(shown.dataset.address, { headers: FRAGMENT }).catch(() => null);
  const part = answer && answer.ok && parse(await answer.text());
  if (part && part.matches(".card")) shown.replaceWith(part);
}

function tell() {
  const link = document.querySelector("[data-news]");
  link.hidden = !news.size;
  link.textContent = `${news.size} new ↑`;
  refreshCounts();
}
