// Keeps one thing that cannot be shown from taking the whole page with it.
import { Component, html } from "../../html.js";

/** Shows its children, or `instead` once they failed; the reason goes to the console. */
export class Guard extends Component {
  componentDidCatch(error) {
    console.error(error);
    this.setState({ failed: true });
  }

  render({ children, instead }, { failed }) {
    return failed ? html`<p class="subtext">${instead}</p>` : children;
  }
}
