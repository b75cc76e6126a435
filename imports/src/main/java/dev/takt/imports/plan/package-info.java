/// The plan that an import makes: its requests, its placeholders, and what was left out.
@NullMarked
package dev.takt.imports.plan;

import org.jspecify.annotations.NullMarked;
