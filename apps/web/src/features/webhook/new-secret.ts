/** A new secret and the name of its webhook. null: the answer with the secret was lost. */
export interface NewSecret {
  name: string;
  secret: string | null;
}
