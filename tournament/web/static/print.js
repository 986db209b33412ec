// The "Print" button of the print pages: the content policy allows no script inside a page.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
