/** What the sign-in page knows of how somebody came there; kept in the history entry, not in the address. */
export interface WantedState {
  /** Where they wanted to go when the guard sent them here, or where they were. */
  wanted?: string;
  /** Who was there when their session was lost; anybody, where nobody was signed in. */
  by?: number;
  /** Their session ended without their doing. */
  ended?: true;
}
