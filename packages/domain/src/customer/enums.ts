/** Customer tiers, lowest first (spec §9). */
export const CUSTOMER_TIERS = ['Bronze', 'Silver', 'Gold', 'Platinum'] as const;
export type CustomerTier = (typeof CUSTOMER_TIERS)[number];

export const CONTRACT_STATUSES = ['Signed', 'Unsigned'] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];

/** Workstream of a service type, which decides the editors and QCs of its tasks (domain §1). */
export const WORKSTREAMS = ['OTS', 'PTE'] as const;
export type Workstream = (typeof WORKSTREAMS)[number];
