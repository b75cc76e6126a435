package dev.takt.imports.jmx;

import dev.takt.imports.file.ForeignFile;
import dev.takt.imports.plan.ImportException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// An element of XML.
///
/// @param line where it begins
/// @param text what stands in it, without what stands in its children
record JmxNode(
    String tag,
    Map<String, String> attributes,
    int line,
    StringBuilder text,
    List<JmxNode> children) {

  private static final String KIND = "a test plan of JMeter";
  private static final int MAX_DEPTH = 60;

  /// Parses a test plan, without entities and document types.
  static JmxNode read(ForeignFile file) throws ImportException {
    String text = file.text();
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      JmxNode root = read(file, factory.createXMLStreamReader(new StringReader(text)));
      if (!root.tag.equals("jmeterTestPlan")) {
        throw file.isNot(KIND);
      }
      return root;
    } catch (XMLStreamException e) {
      if (!text.stripLeading().startsWith("<")) {
        throw file.isNot(KIND);
      }
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNumber();
      throw file.problem("line " + line, "not XML that can be read");
    }
  }

  private static JmxNode read(ForeignFile file, XMLStreamReader xml)
      throws XMLStreamException, ImportException {
    List<JmxNode> open = new ArrayList<>();
    JmxNode root = null;
    while (xml.hasNext()) {
      switch (xml.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          JmxNode node = begun(xml);
          if (open.size() >= MAX_DEPTH) {
            throw file.problem("line " + node.line, "nested deeper than " + MAX_DEPTH + " levels");
          }
          if (!open.isEmpty()) {
            open.getLast().children.add(node);
          }
          root = root == null ? node : root;
          open.add(node);
        }
        case XMLStreamConstants.END_ELEMENT -> open.removeLast();
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
          if (!open.isEmpty()) {
            open.getLast().text.append(xml.getText());
          }
        }
        default -> {
          // comments and the like
        }
      }
    }
    return Objects.requireNonNull(root);
  }

  private static JmxNode begun(XMLStreamReader xml) {
    Map<String, String> attributes = new LinkedHashMap<>();
    for (int i = 0; i < xml.getAttributeCount(); i++) {
      attributes.put(xml.getAttributeLocalName(i), xml.getAttributeValue(i));
    }
    return new JmxNode(
        xml.getLocalName(),
        attributes,
        xml.getLocation().getLineNumber(),
        new StringBuilder(),
        new ArrayList<>());
  }

  String attribute(String name) {
    return attributes.getOrDefault(name, "");
  }

  /// Its place in messages.
  String place() {
    String name = attribute("testname");
    return "line " + line + (name.isEmpty() ? "" : " " + name);
  }

  boolean isOff() {
    return attribute("enabled").equals("false");
  }

  /// The text of a property, such as `HTTPSampler.domain`; empty if there is none.
  String property(String name) {
    for (JmxNode each : children) {
      if (each.attribute("name").equals(name)) {
        return each.text.toString();
      }
    }
    return "";
  }

  /// The child of this name; one without children if there is none.
  JmxNode named(String name) {
    for (JmxNode each : children) {
      if (each.attribute("name").equals(name)) {
        return each;
      }
    }
    return new JmxNode("none", Map.of(), line, new StringBuilder(), List.of());
  }
}
