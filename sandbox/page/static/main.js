// The entry of the page: render it, then start.
import { html, render } from "./html.js";
import { App } from "./components/layout/app.js";
import { start } from "./store.js";

const root = document.getElementById("app");
root.replaceChildren();
render(html`<${App} />`, root);
start();
