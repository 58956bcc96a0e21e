/** A secret that was just made: of which webhook, and it, unless the answer that had it was lost. */
export interface NewSecret {
  name: string;
  secret: string | null;
}
