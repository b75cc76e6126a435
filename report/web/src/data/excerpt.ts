const LENGTH = 60;

/** The beginning of a text of unknown length and content, fit to be shown. */
export function excerpt(text: string): string {
  const shown = text.slice(0, LENGTH).replace(/[\p{Cc}\ud800-\udfff]/gu, "\ufffd");
  return text.length > LENGTH ? `${shown}…` : shown;
}
