/// Files for Takt's modules.
@NullMarked
package dev.takt.record.files;

import org.jspecify.annotations.NullMarked;
