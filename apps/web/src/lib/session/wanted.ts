/** What the sign-in page, and /forbidden, know of how somebody came there; kept in the history entry, not in the address. */
export interface WantedState {
  /** Where they wanted to go when a guard sent them elsewhere, or where they were. */
  wanted?: string;
  /** Who was there when their session was lost, or a right was lacking; anybody, where nobody was signed in. */
  by?: number;
  /** Their session ended without their doing. */
  ended?: true;
}
