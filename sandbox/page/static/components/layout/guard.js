// Keeps an error in one component from breaking the whole page.
import { Component, html } from "../../html.js";

/** Shows its children, or `instead` after they failed; the reason goes to the console. */
export class Guard extends Component {
  componentDidCatch(error) {
    console.error(error);
    this.setState({ failed: true });
  }

  render({ children, instead }, { failed }) {
    return failed ? html`<p class="subtext">${instead}</p>` : children;
  }
}
