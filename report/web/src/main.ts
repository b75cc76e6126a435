import "./style.css";

document.title = "Takt";
