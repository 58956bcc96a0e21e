import { z } from 'zod';

// By default, zod tests if it can compile its checks. The security policy forbids this, and the browser reports it. This file is imported
// first, so that the setting applies before the first schema.
z.config({ jitless: true });
