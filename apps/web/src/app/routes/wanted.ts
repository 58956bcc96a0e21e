/** Where somebody wanted to go when the guard sent them to sign in; kept in the history entry, not in the address. */
export interface WantedState {
  wanted?: string;
  /** Who was there when their session was lost; anybody, where nobody was signed in. */
  by?: number;
}
