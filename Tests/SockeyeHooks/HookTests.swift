import Testing

@Suite struct HookTests {}
