import '@tanstack/react-router';

/** What a step of the history remembers beside its address. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The drawer of this request led here, and stands one step back. */
    from_request?: number;
  }
}
