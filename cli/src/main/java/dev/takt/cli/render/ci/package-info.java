/// Results of runs as build servers read them: JUnit's XML, Markdown, and GitHub's annotations.
@NullMarked
package dev.takt.cli.render.ci;

import org.jspecify.annotations.NullMarked;
