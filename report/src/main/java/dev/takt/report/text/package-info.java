/// What was found out as text, for people and for machines: JSON, and the names of things.
@NullMarked
package dev.takt.report.text;

import org.jspecify.annotations.NullMarked;
