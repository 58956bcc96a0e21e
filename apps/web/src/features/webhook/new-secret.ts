/** A new secret with the name of its webhook. The secret is null if the response was lost. */
export interface NewSecret {
  name: string;
  secret: string | null;
}
