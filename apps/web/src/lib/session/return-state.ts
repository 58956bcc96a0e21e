/** The origin of a user on the sign-in page and on /forbidden, stored in the history entry and not in the URL. */
export interface ReturnState {
  /** The requested page before a redirect, or the last page. */
  returnTo?: string;
  /** The user whose session was lost or lacked a permission. Without it, any user: no one was signed in. */
  by?: number;
  /** The session ended without an action of the user. */
  ended?: true;
}
