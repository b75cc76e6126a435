const LENGTH = 60;

/** Shortens untrusted text of unknown length for display, and replaces characters that cannot be shown. */
export function truncated(text: string): string {
  const shown = text.slice(0, LENGTH).replace(/[\p{Cc}\ud800-\udfff]/gu, "\ufffd");
  return text.length > LENGTH ? `${shown}…` : shown;
}
