import { el } from "./dom.ts";

const OFFSET = 14;

/** The tooltip beside the pointer; one for the whole page. */
export class Tip {
  readonly element = el("div", { class: "tip", hidden: true });

  show(event: PointerEvent, lines: readonly string[]): void {
    this.element.replaceChildren(...lines.map((line, i) => el(i === 0 ? "strong" : "span", {}, line)));
    this.element.hidden = false;
    const { offsetWidth, offsetHeight } = this.element;
    const left = event.clientX + OFFSET;
    const isRight = left + offsetWidth > window.innerWidth;
    this.element.style.left = `${isRight ? Math.max(0, event.clientX - OFFSET - offsetWidth) : left}px`;
    this.element.style.top = `${Math.min(event.clientY + OFFSET, window.innerHeight - offsetHeight)}px`;
  }

  hide(): void {
    this.element.hidden = true;
  }
}
