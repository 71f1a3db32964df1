// What opens beside a control: the list of a select, a person's menu.
import { useLayoutEffect } from "../../html.js";

/** While `open`, show the popover in `box` beside what `findAnchor` returns, also when the page scrolls, and focus what `findFirst` returns. */
export function usePopover(box, open, findAnchor, findFirst) {
  // In the layout phase, so that the very next key already reaches the popover.
  useLayoutEffect(() => {
    if (!open) return undefined;
    const popover = box.current;
    popover.showPopover();
    const place = () => putBeside(popover, findAnchor());
    place();
    findFirst(popover)?.focus();
    window.addEventListener("scroll", place, true);
    window.addEventListener("resize", place);
    return () => {
      window.removeEventListener("scroll", place, true);
      window.removeEventListener("resize", place);
    };
  }, [open]);
}

/** Put a popover under `anchor`, or above it where there is more room; never wider than the window. */
function putBeside(popover, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = window.innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const up = below < 220 && above > below;
  popover.style.width = `${Math.max(Math.min(220, window.innerWidth - 16), box.width)}px`;
  popover.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - popover.offsetWidth - 8))}px`;
  popover.style.maxHeight = `${Math.min(320, up ? above : below)}px`;
  popover.style.top = up ? `${box.top - popover.offsetHeight - 4}px` : `${box.bottom + 4}px`;
}
