export const frontendVersion = '1.0.855'
