/**
 * The fields of KubeletConfiguration v1beta1 by which one without a kind is told from other
 * documents, and Plimsoll's own member. Names that many programs use are left out: apiVersion,
 * kind, address, port, authentication, authorization, logging, tracing.
 */
const FIELDS = `
  plimsoll enableServer staticPodPath podLogsDir syncFrequency fileCheckFrequency
  httpCheckFrequency staticPodURL staticPodURLHeader readOnlyPort tlsCertFile
  tlsPrivateKeyFile tlsCipherSuites tlsMinVersion rotateCertificates serverTLSBootstrap
  registryPullQPS registryBurst imagePullCredentialsVerificationPolicy
  preloadedImagesVerificationAllowlist eventRecordQPS eventBurst enableDebuggingHandlers
  enableContentionProfiling healthzPort healthzBindAddress oomScoreAdj clusterDomain clusterDNS
  streamingConnectionIdleTimeout nodeStatusUpdateFrequency nodeStatusReportFrequency
  nodeLeaseDurationSeconds imageMinimumGCAge imageMaximumGCAge imageGCHighThresholdPercent
  imageGCLowThresholdPercent volumeStatsAggPeriod kubeletCgroups systemCgroups cgroupRoot
  cgroupsPerQOS cgroupDriver cpuManagerPolicy singleProcessOOMKill cpuManagerPolicyOptions
  cpuManagerReconcilePeriod memoryManagerPolicy topologyManagerPolicy topologyManagerScope
  topologyManagerPolicyOptions qosReserved runtimeRequestTimeout hairpinMode maxPods podCIDR
  podPidsLimit resolvConf runOnce cpuCFSQuota cpuCFSQuotaPeriod nodeStatusMaxImages maxOpenFiles
  contentType kubeAPIQPS kubeAPIBurst serializeImagePulls maxParallelImagePulls evictionHard
  evictionSoft evictionSoftGracePeriod evictionPressureTransitionPeriod evictionMaxPodGracePeriod
  evictionMinimumReclaim mergeDefaultEvictionSettings podsPerCore enableControllerAttachDetach
  protectKernelDefaults makeIPTablesUtilChains iptablesMasqueradeBit iptablesDropBit featureGates
  failSwapOn memorySwap containerLogMaxSize containerLogMaxFiles containerLogMaxWorkers
  containerLogMonitorInterval configMapAndSecretChangeDetectionStrategy systemReserved kubeReserved
  reservedSystemCPUs showHiddenMetricsForVersion systemReservedCgroup kubeReservedCgroup
  enforceNodeAllocatable allowedUnsafeSysctls volumePluginDir providerID kernelMemcgNotification
  enableSystemLogHandler enableSystemLogQuery shutdownGracePeriod
  shutdownGracePeriodCriticalPods shutdownGracePeriodByPodPriority crashLoopBackOff reservedMemory
  enableProfilingHandler enableDebugFlagsHandler seccompDefault memoryThrottlingFactor
  registerWithTaints registerNode localStorageCapacityIsolation containerRuntimeEndpoint
  imageServiceEndpoint failCgroupV1 userNamespaces
`;

// The kubelet's second, lenient decoding does not tell upper from lower case.
const NAMES: ReadonlySet<string> = new Set(FIELDS.toLowerCase().trim().split(/\s+/));

/** True when a member of an object has the name of a field of the KubeletConfiguration. */
export function hasKubeletField(document: object): boolean {
  return Object.keys(document).some((name) => NAMES.has(name.toLowerCase()));
}
