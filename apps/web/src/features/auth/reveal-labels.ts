/** The eye at a password: named, reachable by keyboard. */
export const revealLabels = (label: string) => ({
  visibilityToggleButtonProps: { 'aria-label': label, tabIndex: 0 },
});
