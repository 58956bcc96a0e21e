import '@tanstack/react-router';

/** State of a history entry next to its URL. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the request whose drawer led here. That drawer is one step back. */
    from_request?: number;
  }
}
