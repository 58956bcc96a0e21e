const YEAR_SECONDS = 365 * 24 * 3600;
const cookieOf = (user_id: number) => `darkroom_prices_${user_id}`;

/**
 * The customer whose prices this person looked at last on this device. In a cookie of this site, as the device's other choices
 * (lib/device): local storage is cleared with the session.
 */
export function lastCustomer(user_id: number): number | undefined {
  const [, id] =
    document.cookie
      .split('; ')
      .map((pair) => pair.split('=', 2))
      .find(([name]) => name === cookieOf(user_id)) ?? [];
  return /^\d{1,9}$/.test(id ?? '') ? Number(id) : undefined;
}

export function keepLastCustomer(user_id: number, cus_id1: number): void {
  document.cookie = `${cookieOf(user_id)}=${cus_id1}; path=/; max-age=${YEAR_SECONDS}; samesite=strict`;
}
