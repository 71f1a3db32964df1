// The templates of this page: Preact elements from tagged templates (htm), without a build step.
import { Component, h, render, Fragment } from "./vendor/preact.js";
import htm from "./vendor/htm.js";

export const html = htm.bind(h);
export { Component, render, Fragment };
export { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "./vendor/hooks.js";
export { batch, computed, effect, signal, useComputed, useSignal } from "./vendor/signals.js";
