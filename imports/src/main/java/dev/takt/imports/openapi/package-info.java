/// Descriptions of OpenAPI 3.
@NullMarked
package dev.takt.imports.openapi;

import org.jspecify.annotations.NullMarked;
