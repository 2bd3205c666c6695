/** A panel and where it begins, in pixels from the top of the window. */
export interface PanelTop {
  id: string;
  top: number;
}

/** The panel that is being read: the last one that begins above `line`. Side by side, the first one given. */
export function findActiveSection(panels: readonly PanelTop[], line: number): string | undefined {
  let active = panels[0];
  for (const panel of panels) if (active && panel.top <= line && panel.top > active.top) active = panel;
  return active?.id;
}
