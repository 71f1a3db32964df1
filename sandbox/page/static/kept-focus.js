// Keeps the focus in a message whose pressed button or menu is gone after an edit. It goes to the message itself, so
// that Tab leads to its first control, and a second Enter does not press a new one.
import { useLayoutEffect, useRef } from "./html.js";

/** The message in which the focus was last: null after it was moved elsewhere. */
let place = null;
const messageOf = (element) => element.closest?.("li.message") ?? null;
document.addEventListener("focusin", (event) => { place = messageOf(event.target); });
document.addEventListener("pointerdown", (event) => { if (!messageOf(event.target)) place = null; });

/** The ref of a message's element, which gets the focus that a change of `message` took away from its inside. */
export function useKeptFocus(message) {
  const element = useRef(null);
  useLayoutEffect(() => {
    const now = document.activeElement;
    const isLost = !now || now === document.body || now.disabled;
    if (isLost && element.current && place === element.current) element.current.focus({ preventScroll: true });
  }, [message]);
  return element;
}
