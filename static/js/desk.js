// The desk's search field: "/" goes to it, and while one types only the tables that match are shown.
"use strict";
(() => {
  const main = document.querySelector("main");
  const folded = (text) => text.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();

  function filter() {
    const field = document.querySelector("[data-filter]");
    if (!field) return;
    const wanted = folded(field.value.trim());
    for (const row of document.querySelectorAll(`${field.dataset.filter} > [data-search]`)) {
      row.hidden = !folded(row.dataset.search).includes(wanted);
    }
  }

  main.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });
  main.addEventListener("live:shown", filter);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea, select")) return;
    const field = document.querySelector("[data-filter]");
    if (field) { event.preventDefault(); field.focus(); field.select(); }
  });
})();
