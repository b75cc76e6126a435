package dev.takt.driver.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An LRU cache of pages, as many shops have one. Thread-safe.
final class PageCache {

  private final Map<String, String> pages;

  PageCache(int size) {
    pages =
        new LinkedHashMap<>(size, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > size;
          }
        };
  }

  synchronized @Nullable String get(String path) {
    return pages.get(path);
  }

  synchronized void put(String path, String page) {
    pages.put(path, page);
  }

  synchronized void remove(String path) {
    pages.remove(path);
  }
}
