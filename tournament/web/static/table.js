/* The score sheet on a phone: asks every few seconds what the other one wrote, keeps what is written here
   while there is no connection, and sends it in order when there is. Without it the forms work alike. */
"use strict";
(() => {
  const page = document.getElementById("sheet");
  if (!page) return;
  const said = page.dataset;
  const told = document.getElementById("told");
  const connection = document.getElementById("connection");
  const helper = document.getElementById("helper");
  const kept = `sheet ${said.sheet}`;
  const EVERY = 2500;
  const SEVEN = 7;
  let queue = [];
  let busy = false;
  let offline = false;

  const live = () => document.getElementById("live");

  /* ---------- what waits to be sent ---------- */

  function load() {
    try {
      return JSON.parse(localStorage.getItem(kept)) || [];
    } catch {
      return queue; // A browser that keeps nothing still sends.
    }
  }

  function keep(entries) {
    queue = entries;
    try {
      localStorage.setItem(kept, JSON.stringify(queue));
    } catch {
      /* Then it waits as long as the page is open. */
    }
    paint();
  }

  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(12)), (n) => n.toString(16).padStart(2, "0")).join("");
  }

  const isDeal = (one) => one.entry.startsWith("deal ");

  /* The deals that wait; one that may have arrived is taken back by striking it. */
  function waitingDeals() {
    const deals = [];
    for (const one of queue) {
      if (isDeal(one)) deals.push(one);
      else if (one.entry === "strike") deals.pop();
    }
    return deals;
  }

  function lastLine() {
    const deal = waitingDeals().pop();
    return deal ? deal.key : live().dataset.last;
  }

  function add(entry, hung) {
    keep([...load(), { key: newKey(), entry, on: lastLine(), hung: hung || "" }]);
    turn();
  }

  function takeBack() {
    const last = queue[queue.length - 1];
    if (last?.tried) add("strike");
    else keep(queue.slice(0, -1));
  }

  /* ---------- sending and asking ---------- */

  async function turn() {
    if (busy || (document.hidden && !queue.length)) return;
    busy = true;
    try {
      await (queue.length ? send() : ask());
      offline = false;
    } catch {
      offline = true;
    }
    busy = false;
    paint();
  }

  async function send() {
    if (!navigator.onLine) throw new Error("offline"); // Surely not sent, and still to be taken back.
    const batch = queue.map((one) => ({ ...one, tried: true }));
    keep([...batch, ...queue.slice(batch.length)]);
    const answer = await fetch(said.url, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-CSRF-Token": live().dataset.token },
      body: JSON.stringify({ entries: batch }),
    });
    if (closed(answer)) return;
    const body = await answer.json();
    put(body.sheet);
    if (answer.status === 400) return; // A new token came with the sheet: all is sent again at the next turn.
    const sent = new Set(batch.map((one) => one.key));
    if (body.error) tell(body.error, batch.filter((one) => body.refused.includes(one.key)));
    keep(load().filter((one) => !sent.has(one.key)));
  }

  async function ask() {
    const answer = await fetch(said.live);
    if (closed(answer)) return;
    if (!(answer.headers.get("ETag") || "").includes(live().dataset.tag)) put(await answer.text());
  }

  /* A sheet that is closed or unknown says so on a page of its own; a busy desk is asked again later. */
  function closed(answer) {
    if (answer.status === 404 || answer.status === 410) location.reload();
    else if (answer.status === 429 || answer.status >= 500) throw new Error("later");
    return answer.status === 404 || answer.status === 410;
  }

  /* ---------- showing ---------- */

  function put(html) {
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById("live");
    if (!fresh) throw new Error("no sheet");
    const old = live();
    for (const open of old.querySelectorAll("details[open][id]")) fresh.querySelector(`#${open.id}`)?.setAttribute("open", "");
    for (const radio of old.querySelectorAll("input:checked")) {
      const same = fresh.querySelector(`input[name="${radio.name}"][value="${radio.value}"]`);
      if (same) same.checked = true;
    }
    const held = document.activeElement;
    const again = old.contains(held) && fresh.querySelector(selectorOf(held));
    old.replaceWith(document.adoptNode(fresh));
    if (again) again.focus({ preventScroll: true });
    paint();
  }

  function selectorOf(element) {
    if (element.id) return `#${element.id}`;
    const value = element.getAttribute("value");
    return element.tagName.toLowerCase() + (value ? `[value="${value}"]` : "");
  }

  /* What waits is drawn into the sheet as it was sent last. */
  function paint() {
    for (const old of live().querySelectorAll(".pending")) old.remove();
    const rows = live().querySelector(".deals-won tbody");
    const points = {};
    for (const shown of live().querySelectorAll(".shown")) points[shown.dataset.side] = Number(shown.dataset.points);
    const waiting = new Set(waitingDeals());
    for (const one of queue) {
      if (one.entry === "bank") for (const side in points) points[side] = 0;
      if (!waiting.has(one)) continue;
      const [, side, worth] = one.entry.split(" ");
      points[side] += Number(worth);
      rows.append(pendingRow(side, worth));
    }
    for (const side in points) showPoints(side, points[side]);
    showHand(Object.values(points).some((sum) => sum >= SEVEN));
    showConnection();
  }

  function pendingRow(side, worth) {
    const row = document.createElement("tr");
    row.className = "pending";
    for (const column of ["A", "B"]) {
      const cell = row.insertCell();
      if (column !== side) continue;
      const number = document.createElement("b");
      number.textContent = worth;
      number.title = said.unsent;
      cell.append(number);
    }
    return row;
  }

  function showPoints(side, sum) {
    const shown = live().querySelector(`.shown[data-side="${side}"]`);
    shown.textContent = shown.dataset.count === "up" ? sum : Math.max(0, SEVEN - sum);
    live().querySelector(`.frame[data-side="${side}"] .wire`).dataset.beads = Math.min(SEVEN, sum);
  }

  function showHand(full) {
    const bank = live().querySelector(".bank");
    if (!bank) return;
    bank.hidden = !full;
    live().querySelector(".write").hidden = full;
  }

  function showConnection() {
    const waiting = queue.length;
    const words = waiting === 1 ? said.unsentOne : said.unsentMany.replace("{count}", waiting);
    const late = offline || queue.some((one) => one.tried && !busy);
    connection.hidden = !offline && !(waiting && late);
    const text = [offline && said.offline, waiting ? words : said.kept].filter(Boolean).join(" ");
    const place = connection.querySelector("span");
    if (place.textContent !== text) place.textContent = text;
    const last = queue[waiting - 1];
    connection.querySelector("button").hidden = !last || (Boolean(last.tried) && !isDeal(last));
    for (const strike of live().querySelectorAll(".after")) strike.hidden = waiting > 0;
  }

  function tell(error, refused) {
    told.querySelector("p").textContent = error;
    told.querySelector("ul").replaceChildren(
      ...refused.map((one) => {
        const item = document.createElement("li");
        const button = page.querySelector(`button[value="${one.entry}"]`);
        item.textContent = button?.getAttribute("aria-label") || button?.textContent.trim() || one.entry;
        return item;
      }),
    );
    told.hidden = false;
  }

  /* ---------- hands ---------- */

  document.addEventListener("submit", (event) => {
    const entry = event.submitter?.name === "entry" && event.submitter.value;
    if (!entry) return;
    event.preventDefault();
    add(entry, new FormData(event.target).get("hung"));
    event.target.closest("details")?.removeAttribute("open");
    helper.close();
  });

  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a");
    if (event.target.closest("[data-select]")) event.target.select();
    if (!link || event.ctrlKey || event.metaKey) return;
    if (link.matches("[data-close]")) {
      event.preventDefault();
      helper.close();
    } else if (link.matches("[data-helper]") || helper.contains(link)) {
      event.preventDefault();
      await help(link.href);
    }
  });

  async function help(url) {
    try {
      const answer = await fetch(url);
      const points = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("points");
      helper.replaceChildren(document.adoptNode(points));
      if (!helper.open) helper.showModal();
      helper.querySelector("a, button")?.focus();
    } catch {
      helper.close();
      tell(said.later, []);
    }
  }

  told.querySelector("button").addEventListener("click", () => { told.hidden = true; });
  connection.querySelector("button").addEventListener("click", takeBack);
  helper.addEventListener("click", (event) => { if (event.target === helper) helper.close(); });
  for (const event of ["online", "pageshow", "focus"]) window.addEventListener(event, turn);
  document.addEventListener("visibilitychange", turn);
  window.addEventListener("storage", (event) => { if (event.key === kept) { queue = load(); paint(); } });
  setInterval(turn, EVERY);
  queue = load();
  paint();
})();
