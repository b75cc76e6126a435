/// Findings as text, for people and for machines: JSON and display names.
@NullMarked
package dev.takt.report.text;

import org.jspecify.annotations.NullMarked;
