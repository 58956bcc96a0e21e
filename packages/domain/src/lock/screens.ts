/** Screens that can be locked (domain §5). Each mutating call declares which of them it belongs to. */
export const LOCK_SCREENS = [
  'job',
  'task',
  'redo',
  'category',
  'customer',
  'price',
  'request',
  'staff',
  'team',
  'allowance',
] as const;
export type LockScreen = (typeof LOCK_SCREENS)[number];
