/** The badge of the installed page counts the tables that wait, where a device has badges. */
export function showBadge(count: number): void {
  const device = navigator as Navigator & Partial<Pick<Navigator, "setAppBadge" | "clearAppBadge">>;
  // A page that is not installed may be refused.
  void (count ? device.setAppBadge?.(count) : device.clearAppBadge?.())?.catch(() => undefined);
}
