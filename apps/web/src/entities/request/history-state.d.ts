import '@tanstack/react-router';

/** State of a history entry next to its URL. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Id of the request whose drawer led here. Back returns to that drawer. */
    from_request?: number;
  }
}
