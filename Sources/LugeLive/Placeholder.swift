public enum LiveWords {}
