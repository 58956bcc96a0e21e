/** A secret that was just made: of which webhook, and it. */
export interface NewSecret {
  name: string;
  secret: string;
}
